/*!
 * Names of countries. Based on country-region-data, copyright 2022 Benjamin Keen, which is
 * published under the MIT license, whose text is in the file LICENSE.
 */
import { describeValue } from '../../validation/describe-value.js'
import { nearest } from '../../validation/nearest.js'

/** The names of the countries by code; filled at the first use. */
const countryNames = new Map<string, string>()

/** Returns the English names of all countries by their codes of ISO 3166-1. */
export function getCountries(): ReadonlyMap<string, string> {
  if (countryNames.size === 0)
    for (const [, code = '', name = ''] of countries.matchAll(/^([A-Z]{2}) (.*)$/gm))
      countryNames.set(code, name)
  return countryNames
}

/** Codes of places that have taxes or shipping of their own, besides the list of countries. */
const otherCodes = new Set(['AC', 'CP', 'DG', 'EA', 'IC', 'SJ', 'TA'])

/** Returns true for a country code of ISO 3166-1 in capital letters, or one for private use. */
export function isCountryCode(code: string): boolean {
  return getCountries().has(code) || otherCodes.has(code) || /^X[A-Z]$/.test(code)
}

/** Codes that are in use instead of those of ISO 3166-1. */
const otherSpellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** Returns a country code as countries are compared: `UK` and `gb` are `GB`. */
export function canonicalCountry(country: string): string {
  const isCode = /^[A-Z]{2}$/.test(country)
  const code = isCode ? country : country.trim().normalize('NFC').toUpperCase()
  return Object.hasOwn(otherSpellings, code) ? (otherSpellings[code] as string) : code
}

/** Usual names of countries besides those of the list, as `comparableCountry` returns them. */
const otherNames: Readonly<Record<string, string>> = {
  'UNITED STATES OF AMERICA': 'US',
  'GREAT BRITAIN': 'GB',
  CZECHIA: 'CZ',
  'CZECH REPUBLIC': 'CZ',
  HOLLAND: 'NL',
  TURKEY: 'TR',
  TURKIYE: 'TR',
  'NORTH MACEDONIA': 'MK',
  RUSSIA: 'RU',
  'SOUTH KOREA': 'KR',
  'NORTH KOREA': 'KP',
  'VIET NAM': 'VN',
  VIETNAM: 'VN',
  MACAU: 'MO',
  MACAO: 'MO',
  SYRIA: 'SY',
  BRUNEI: 'BN',
  VATICAN: 'VA',
  'VATICAN CITY': 'VA',
  'HOLY SEE': 'VA',
  'CAPE VERDE': 'CV',
  'CABO VERDE': 'CV',
  'IVORY COAST': 'CI',
}

/** The codes of ISO 3166-1 with three letters, after those with two. */
const threeLetterCodes = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE
BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS
BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN
COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST
EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF
GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD
HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM
JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA
LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM
NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG
PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA
SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD
STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON
TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`

/** Returns the name or code of a country without case, accents, dots and article. */
function comparableCountry(country: string): string {
  return comparablePlace(country).replaceAll('.', '').replace(/^THE /, '')
}

/**
 * Returns the code of ISO 3166-1 of a country that is named by its code of two or three letters or
 * its English name: `GB` for `UK`, `DE` for `DEU` and `Germany`. Undefined for others, and for
 * codes of private use, such as that of Kosovo.
 */
export function findCountryCode(country: string): string | undefined {
  const code = findListedCode(country)
  return code === undefined || code.startsWith('X') ? undefined : code
}

/** Returns the name of a country of the list; the string itself for any other. */
export function toCountryName(country: string): string {
  return getCountries().get(findListedCode(country) ?? '') ?? country
}

function findListedCode(country: string): string | undefined {
  const name = comparableCountry(country)
  const code = canonicalCountry(name)
  if (getCountries().has(code)) return code
  if (/^[A-Z]{3}$/.test(name)) {
    const [, two] = new RegExp(`\\s([A-Z]{2})${name}\\s`).exec(threeLetterCodes) ?? []
    if (two !== undefined) return two
  }
  if (Object.hasOwn(otherNames, name)) return otherNames[name]
  const found = [...getCountries()].filter(([, each]) => {
    const comparable = comparableCountry(each)
    // Such as `Iran, Islamic Republic of`.
    return comparable === name || comparable.startsWith(`${name}, `)
  })
  return name !== '' && found.length === 1 ? found[0]?.[0] : undefined
}

/** Returns what is wrong with a country of a table; undefined if it is a country code. */
export function countryError(country: string): string | undefined {
  if (isCountryCode(canonicalCountry(country))) return undefined
  const names = new Map([...getCountries()].map(([code, name]) => [name, code]))
  const name = nearest(country, names.keys())
  const hint = name === undefined ? '' : ` (${names.get(name)} is ${name})`
  return `must be a country code such as DE${hint}, received ${describeValue(country)}`
}

/** Returns the name of a place as places are compared: without case and accents. */
export function comparablePlace(place: string): string {
  return place.trim().normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
}

/** The codes and the English names of the countries of ISO 3166-1. */
const countries = `
AD Andorra
AE United Arab Emirates
AF Afghanistan
AG Antigua and Barbuda
AI Anguilla
AL Albania
AM Armenia
AO Angola
AQ Antarctica
AR Argentina
AS American Samoa
AT Austria
AU Australia
AW Aruba
AX Åland Islands
AZ Azerbaijan
BA Bosnia and Herzegovina
BB Barbados
BD Bangladesh
BE Belgium
BF Burkina Faso
BG Bulgaria
BH Bahrain
BI Burundi
BJ Benin
BL Saint Barthélemy
BM Bermuda
BN Brunei Darussalam
BO Bolivia
BQ Bonaire, Sint Eustatius and Saba
BR Brazil
BS Bahamas
BT Bhutan
BV Bouvet Island
BW Botswana
BY Belarus
BZ Belize
CA Canada
CC Cocos (Keeling) Islands
CD Congo, the Democratic Republic of the (Kinshasa)
CF Central African Republic
CG Congo, Republic of the (Brazzaville)
CH Switzerland
CI Côte d'Ivoire, Republic of
CK Cook Islands
CL Chile
CM Cameroon
CN China
CO Colombia
CR Costa Rica
CU Cuba
CV Cape Verde
CW Curaçao
CX Christmas Island
CY Cyprus
CZ Czech Republic
DE Germany
DJ Djibouti
DK Denmark
DM Dominica
DO Dominican Republic
DZ Algeria
EC Ecuador
EE Estonia
EG Egypt
EH Western Sahara
ER Eritrea
ES Spain
ET Ethiopia
FI Finland
FJ Fiji
FK Falkland Islands (Islas Malvinas)
FM Micronesia, Federated States of
FO Faroe Islands
FR France
GA Gabon
GB United Kingdom
GD Grenada
GE Georgia
GF French Guiana
GG Guernsey
GH Ghana
GI Gibraltar
GL Greenland
GM Gambia, The
GN Guinea
GP Guadeloupe
GQ Equatorial Guinea
GR Greece
GS South Georgia and South Sandwich Islands
GT Guatemala
GU Guam
GW Guinea-Bissau
GY Guyana
HK Hong Kong
HM Heard Island and McDonald Islands
HN Honduras
HR Croatia
HT Haiti
HU Hungary
ID Indonesia
IE Ireland
IL Israel
IM Isle of Man
IN India
IO British Indian Ocean Territory
IQ Iraq
IR Iran, Islamic Republic of
IS Iceland
IT Italy
JE Jersey
JM Jamaica
JO Jordan
JP Japan
KE Kenya
KG Kyrgyzstan
KH Cambodia
KI Kiribati
KM Comoros
KN Saint Kitts and Nevis
KP Korea, Democratic People's Republic of
KR Korea, Republic of
KW Kuwait
KY Cayman Islands
KZ Kazakhstan
LA Laos
LB Lebanon
LC Saint Lucia
LI Liechtenstein
LK Sri Lanka
LR Liberia
LS Lesotho
LT Lithuania
LU Luxembourg
LV Latvia
LY Libya
MA Morocco
MC Monaco
MD Moldova
ME Montenegro
MF Saint Martin
MG Madagascar
MH Marshall Islands
MK Macedonia, Republic of
ML Mali
MM Myanmar
MN Mongolia
MO Macao
MP Northern Mariana Islands
MQ Martinique
MR Mauritania
MS Montserrat
MT Malta
MU Mauritius
MV Maldives
MW Malawi
MX Mexico
MY Malaysia
MZ Mozambique
NA Namibia
NC New Caledonia
NE Niger
NF Norfolk Island
NG Nigeria
NI Nicaragua
NL Netherlands
NO Norway
NP Nepal
NR Nauru
NU Niue
NZ New Zealand
OM Oman
PA Panama
PE Peru
PF French Polynesia
PG Papua New Guinea
PH Philippines
PK Pakistan
PL Poland
PM Saint Pierre and Miquelon
PN Pitcairn
PR Puerto Rico
PS Palestine
PT Portugal
PW Palau
PY Paraguay
QA Qatar
RE Réunion
RO Romania
RS Serbia
RU Russian Federation
RW Rwanda
SA Saudi Arabia
SB Solomon Islands
SC Seychelles
SD Sudan
SE Sweden
SG Singapore
SH Saint Helena, Ascension and Tristan da Cunha
SI Slovenia
SK Slovakia
SL Sierra Leone
SM San Marino
SN Senegal
SO Somalia
SR Suriname
SS South Sudan
ST Sao Tome and Principe
SV El Salvador
SX Sint Maarten (Dutch part)
SY Syrian Arab Republic
SZ Eswatini
TC Turks and Caicos Islands
TD Chad
TF French Southern and Antarctic Lands
TG Togo
TH Thailand
TJ Tajikistan
TK Tokelau
TL Timor-Leste
TM Turkmenistan
TN Tunisia
TO Tonga
TR Turkey
TT Trinidad and Tobago
TV Tuvalu
TW Taiwan
TZ Tanzania, United Republic of
UA Ukraine
UG Uganda
UM United States Minor Outlying Islands
US United States
UY Uruguay
UZ Uzbekistan
VA Holy See (Vatican City)
VC Saint Vincent and the Grenadines
VE Venezuela, Bolivarian Republic of
VG Virgin Islands, British
VI Virgin Islands, U.S.
VN Vietnam
VU Vanuatu
WF Wallis and Futuna
WS Samoa
XK Kosovo
YE Yemen
YT Mayotte
ZA South Africa
ZM Zambia
ZW Zimbabwe
`
