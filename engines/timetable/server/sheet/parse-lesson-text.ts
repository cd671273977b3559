/** A lesson as a cell of a printed timetable says it. */
export interface WrittenLesson {
  subject: string
  teacher: string
  room: string
  /** Empty: every week. */
  weekRule: '' | '单周' | '双周'
}

const marker = String.raw`\((?:单|双)周?\)|\[(?:单|双)周?\]|【(?:单|双)周?】|(?:单|双)周:?|(?<![\p{L}\p{N}])(?:单|双):`
const markers = new RegExp(marker, 'gu')
const countMarkers = (text: string) => text.match(markers)?.length ?? 0
/** What stands in a cell without a lesson. */
const isNothing = (text: string) => /^[-/\\—–\s]*$/.test(text)

/** Full-width signs as half-width ones; lines stay. */
const normalise = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .trim()

/**
 * 数学/王芳, 数学 王芳, 数学（王芳）, two lines, or the subject alone; with 单 and 双 several lessons: 音乐(单)/美术(双), or in
 * two lines. After subject and teacher a third part is the room.
 */
export function parseLessonText(written: string): WrittenLesson[] {
  const text = normalise(written)
  if (isNothing(text)) return []
  return splitByWeeks(text).flatMap((part) => {
    const [found] = part.match(markers) ?? []
    const rest = part.replaceAll(markers, ' ')
    if (isNothing(rest)) return []
    const [subject = '', teacher = '', room = ''] = splitParts(rest)
    return { subject, teacher, room, weekRule: !found ? '' : found.includes('单') ? '单周' : '双周' }
  })
}

/** The parts that each have their own mark of weeks. */
function splitByWeeks(text: string): string[] {
  const count = countMarkers(text)
  if (count < 2) return [text]
  for (const separator of [/\n+/, /[;,/|]/]) {
    const parts = text.split(separator).filter((part) => !isNothing(part))
    if (parts.length === count && parts.every((part) => countMarkers(part) === 1)) return parts
  }
  const starts = [...text.matchAll(markers)].map(({ index }) => index)
  // 单:音乐 双:美术, or 音乐/王芳(单)/美术/李明(双).
  if (starts[0] === 0) return starts.map((start, at) => text.slice(start, starts[at + 1]))
  const ends = [...text.matchAll(markers)].map(({ index, 0: found }) => index + found.length)
  return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, at === ends.length - 1 ? undefined : end))
}

const splitParts = (text: string) =>
  text
    .split(/[/|\n();,]+|\s-\s|\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isNothing(part))

/** The period of a row of a grid; beside it may stand 上午 and the times. */
export function findPeriodLabel(labels: readonly string[]): string {
  const words = labels
    .flatMap((label) =>
      normalise(label)
        .replaceAll(/\([^)]*\)/g, '')
        .split('\n'),
    )
    .map((label) => label.replaceAll(/\s|\d{1,2}:\d{2}(?:\s*[-~—–至]+\s*\d{1,2}:\d{2})?/g, ''))
    .filter((label) => !isNothing(label))
  return (
    words.find((word) => /^第?[\d一二三四五六七八九十]{1,3}节?课?$/.test(word)) ??
    words.find((word) => !/^(上午|下午|中午|晚上|早上|早晨)$/.test(word)) ??
    words[0] ??
    ''
  )
}
