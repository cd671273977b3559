import type { DayLesson } from '../contract.ts'
import { nameLesson } from './describe-lessons.ts'
import { toSpan } from './store-lessons.ts'

const crlf = '\r\n'
const escapeText = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n')
const toUtc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A line has at most 75 bytes (RFC 5545); the next one goes on after a space. */
function foldLine(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    const limit = pieces.length === 0 ? 75 : 74
    if (new TextEncoder().encode(piece + letter).length > limit) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece].join(`${crlf} `)
}

/** Lessons as an iCalendar file. The ids of the lessons are its ids, so that a later file replaces an earlier one. */
export function createCalendarFile(lessons: readonly DayLesson[], now: Date): string {
  const spans = lessons.map((lesson) => ({ lesson, ...toSpan(lesson) }))
  const events = spans.flatMap(({ lesson, startsAt, endsAt }) => [
    'BEGIN:VEVENT',
    `UID:${lesson.id}@qiming`,
    `DTSTAMP:${toUtc(now)}`,
    `DTSTART:${toUtc(startsAt)}`,
    `DTEND:${toUtc(endsAt)}`,
    `SUMMARY:${escapeText(nameLesson(lesson))}`,
    ...(lesson.roomName ? [`LOCATION:${escapeText(lesson.roomName)}`] : []),
    ...(lesson.status === 'cancelled' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//qiming//timetable//ZH',
    'CALSCALE:GREGORIAN',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join(crlf) + crlf
}
