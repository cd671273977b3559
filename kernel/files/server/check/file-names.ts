/** What Windows keeps for itself. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const maxLength = 200

/**
 * A name that means what it shows, on any machine: without a path, without signs that nobody sees or that turn the
 * reading direction (fdp.exe shown as exe.pdf), and short enough to be kept.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
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

/** Not in the middle of a character that takes two places. */
const shortenName = (text: string, length: number) =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')

/** Names that differ from each other also where case does not count: 报告.pdf, 报告 (2).pdf. */
export function makeNamesUnique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const { stem, suffix } = splitName(name)
    const ending = suffix === '' ? '' : `.${suffix}`
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${ending}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
