/** A family, or one whose letters stand among ideographs, whose punctuation is not used. */
type Family = string | { readonly name: string }

const latin = ['Noto Sans', 'Liberation Sans', 'Arial', 'Helvetica Neue']
const arabic = ['Noto Sans Arabic', 'Noto Naskh Arabic', 'Amiri', 'Geeza Pro', 'Segoe UI']
const chinese = ['Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei']
const traditional = ['Noto Sans CJK TC', 'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei']
const japanese = ['Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic']
const korean = ['Noto Sans CJK KR', 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic']
const others = ['Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai', 'Noto Sans Symbols 2']
/** The compiler brings the last one. */
const fallback = ['DejaVu Sans', 'Libertinus Serif']
const emoji = ['Noto Emoji']

/** The families of each language that is written with ideographs, by language and script. */
const ideographs: Readonly<Record<string, readonly string[]>> = {
  'zh-Hans': chinese,
  'zh-Hant': traditional,
  'ja-Jpan': japanese,
  'ko-Kore': korean,
}

/**
 * Returns the families of a language. Each character is shown with the first one that has it. `own`
 * are those of the host.
 */
export function fontFamilies(locale: Intl.Locale, own: readonly string[]): readonly Family[] {
  const { language, script } = locale.maximize()
  const native = ideographs[`${language}-${script}`]
  const all = [...chinese, ...japanese, ...traditional, ...korean]
  const rest = [...arabic, ...others, ...fallback]
  // The ideographs of other languages come last: their fonts have wide Latin punctuation.
  if (native === undefined) return [...own, ...latin, ...rest, ...all, ...emoji]
  const letters = [...own, ...latin].map((name) => ({ name }))
  return [...letters, ...native, ...own, ...rest, ...all, ...emoji]
}
