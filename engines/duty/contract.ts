import { z } from 'zod'
import { defineEvent, idOf } from '#packages/contract'

export const awayChanged = defineEvent(
  'away.changed',
  z.object({
    userId: idOf('membership'),
    /** Whose record it is, and which: the owner of the record knows why, nobody else does. */
    source: z.string(),
    ref: z.guid(),
    /** The days in which something changed may lie, both included. */
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  { description: 'The times in which a member of staff is away were set, changed or taken back.' },
)
