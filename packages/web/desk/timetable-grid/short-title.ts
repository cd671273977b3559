import type { LessonFacts } from './grid-types.ts'

/** 道德与法治 is 道法 where its school says so, else 道德: at most two characters. */
export const toShortTitle = ({ short, title }: LessonFacts) =>
  Array.from(short ?? title)
    .slice(0, 2)
    .join('')

/**
 * A name in a narrow cell. Names of four characters have a family name of two, which is enough beside the subject;
 * longer ones keep their first two characters too.
 */
export const toShortPerson = (name: string) =>
  Array.from(name).length <= 3 ? name : Array.from(name).slice(0, 2).join('')
