/** The codes that addresses have in place of the names of states, by country. */
const codes: Readonly<Record<string, string>> = {
  US:
    'AL Alabama;AK Alaska;AS American Samoa;AZ Arizona;AR Arkansas;CA California;CO Colorado;' +
    'CT Connecticut;DE Delaware;DC District of Columbia;FL Florida;GA Georgia;GU Guam;HI Hawaii;' +
    'ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;' +
    'MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;' +
    'NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;' +
    'NC North Carolina;ND North Dakota;MP Northern Mariana Islands;OH Ohio;OK Oklahoma;OR Oregon;' +
    'PA Pennsylvania;PR Puerto Rico;RI Rhode Island;SC South Carolina;SD South Dakota;' +
    'TN Tennessee;TX Texas;UT Utah;VT Vermont;VI Virgin Islands;VA Virginia;WA Washington;' +
    'WV West Virginia;WI Wisconsin;WY Wyoming;AA Armed Forces Americas;' +
    'AE Armed Forces Europe, Canada, Africa and Middle East;AP Armed Forces Pacific;' +
    'FM Micronesia;MH Marshall Islands;PW Palau;UM United States Minor Outlying Islands',
  CA:
    'AB Alberta;BC British Columbia;MB Manitoba;NB New Brunswick;NL Newfoundland and Labrador;' +
    'NT Northwest Territories;NS Nova Scotia;NU Nunavut;ON Ontario;PE Prince Edward Island;' +
    'QC Quebec;SK Saskatchewan;YT Yukon',
  AU:
    'ACT Australian Capital Territory;NSW New South Wales;NT Northern Territory;QLD Queensland;' +
    'SA South Australia;TAS Tasmania;VIC Victoria;WA Western Australia',
}

/**
 * Returns the code of a state, because quotes store the name: `TX` for `Texas`. A state without a
 * known code is returned as it is.
 */
export function stateCode(country: string, state: string): string {
  if (!Object.hasOwn(codes, country)) return state
  const entry = codes[country]?.split(';').find((each) => each.endsWith(` ${state}`))
  return entry === undefined || entry.indexOf(' ') !== entry.length - state.length - 1
    ? state
    : entry.slice(0, entry.indexOf(' '))
}
