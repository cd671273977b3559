import { z } from 'zod'
import { emptyId } from '#packages/core/id.ts'

/** An integer in a query string. */
export const intParam = (limits: { min?: number; max?: number } = {}) =>
  z.codec(
    z
      .string()
      .regex(/^-?\d{1,10}$/, '应为整数')
      .meta({ type: 'integer', minimum: limits.min, maximum: limits.max }),
    z
      .int()
      .min(limits.min ?? -(2 ** 31))
      .max(limits.max ?? 2 ** 31 - 1),
    { decode: Number, encode: String },
  )

/** The id of one of our records. The kind is part of the OpenAPI document. */
export const idOf = (kind: string) => z.guid('编号格式不正确').meta({ 'x-ref': kind })

/** An optional id: undefined, an empty text and the all-zero GUID are the same on the wire. */
export const optionalIdOf = (kind: string) =>
  z.codec(
    z
      .union([z.literal(''), z.guid('编号格式不正确')])
      .optional()
      .meta({ 'x-ref': kind }),
    z.guid().nullable(),
    {
      decode: (value) => (!value || value === emptyId ? null : value),
      encode: (value) => value ?? '',
    },
  )

/** An id on the wire where the specification uses the all-zero GUID for "none". */
export const idOrEmptyOf = (kind: string) =>
  z.codec(z.guid().meta({ 'x-ref': kind }), z.guid().nullable(), {
    decode: (value) => (value === emptyId ? null : value),
    encode: (value) => value ?? emptyId,
  })

export const pageSizeLimit = 200

export const pageQuery = z.object({
  pageNumber: intParam({ min: 1 }).default(1),
  pageSize: intParam({ min: 1, max: pageSizeLimit }).default(20),
})
export type PageQuery = z.output<typeof pageQuery>

/** The first and last day of a list, both included; without them, all days. */
export const dayRange = z.object({
  from: z.iso.date('日期格式不正确').optional(),
  to: z.iso.date('日期格式不正确').optional(),
})
export type DayRange = z.output<typeof dayRange>

/**
 * One page of a list. `more`: there are more than the 10,000 that are counted. `isCut`: a search found more than its
 * limit, and no page shows the rest.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    itemCount: z.int(),
    pageCount: z.int(),
    more: z.boolean().optional(),
    isCut: z.boolean().optional(),
    items: z.array(item),
  })
export interface Page<Item> {
  itemCount: number
  pageCount: number
  more?: boolean | undefined
  isCut?: boolean | undefined
  items: Item[]
}

/** A boolean that is a number on the wire. */
export const zeroOne = z.codec(z.literal([0, 1]), z.boolean(), {
  decode: (bit) => bit === 1,
  encode: (value) => (value ? 1 : 0),
})
