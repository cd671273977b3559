/** Reserved names of Windows. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const maxLength = 200

/**
 * Cleans a file name: no path, no invisible characters or bidi marks (fdp.exe shown as exe.pdf), and limited length.
 */
export function cleanFileName(fileName: string): string {
  const last = fileName.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const { stem, suffix } = splitName(seen)
  const safe = reserved.test(stem) ? `_${stem}` : stem
  const ending = suffix === '' ? '' : `.${suffix}`
  return shortenName(safe || '未命名', maxLength - ending.length) + ending
}

function splitName(name: string) {
  const dot = name.lastIndexOf('.')
  if (dot < 0 || name.length - dot > 20) return { stem: name, suffix: '' }
  return { stem: name.slice(0, dot), suffix: name.slice(dot + 1) }
}

/** Does not cut through a surrogate pair. */
const shortenName = (text: string, length: number) =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')

/** Makes names unique without regard to case: 报告.pdf, 报告 (2).pdf. */
export function makeNamesUnique(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const { stem, suffix } = splitName(name)
    const ending = suffix === '' ? '' : `.${suffix}`
    let unique = name
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${ending}`
    used.add(unique.toLowerCase())
    return unique
  })
}
