import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

type Wire = Readonly<Record<string, unknown>>

/** An entity of the specification, and records of it as they came over the wire. */
export interface EntityReading {
  entity: string
  /** The field names of the specification. */
  fields: readonly string[]
  /** A record, with the values that were typed in through the product, in wire form. */
  records: readonly { wire: Wire; typed: Wire }[]
  /** Fields that the portal sets: ids, times, counts. They also differ between the records. */
  made?: readonly string[]
  /** Fields that are the same in every record, with the decision that says so. */
  constants?: Readonly<Record<string, { is: unknown; why: string }>>
}

export interface EntityLine {
  entity: string
  fields: number
  typed: number
  made: number
  constants: number
  why: string
}

const areSeveral = (values: readonly unknown[]) => values.some((value) => !isDeepStrictEqual(value, values[0]))

/** Checks that every value is returned as typed and that no field has always the same value. */
export function readBack({ entity, fields, records, made = [], constants = {} }: EntityReading): EntityLine {
  const fixed = Object.keys(constants)
  const typed = [...new Set(records.flatMap((record) => Object.keys(record.typed)))]
  expect(typed.toSorted(), `${entity}: what is typed is specified`).toEqual(
    typed.filter((name) => fields.includes(name)).toSorted(),
  )
  const known = new Set([...typed, ...made, ...fixed])
  expect(
    fields.filter((name) => !known.has(name)),
    `${entity}: nobody looks at these`,
  ).toEqual([])
  for (const { wire, typed: typedValues } of records) {
    expect(Object.fromEntries(Object.keys(typedValues).map((name) => [name, wire[name]])), `${entity}`).toEqual(
      typedValues,
    )
    for (const name of fixed) expect(wire[name], `${entity}.${name}`).toEqual(constants[name]!.is)
  }
  const valuesOf = (name: string) => records.map(({ wire }) => wire[name])
  const alike = [...typed, ...made].filter((name) => !areSeveral(valuesOf(name)))
  expect(alike, `${entity}: the same in all records`).toEqual([])
  return {
    entity,
    fields: fields.length,
    typed: typed.length,
    constants: fixed.length,
    made: made.filter((name) => !typed.includes(name)).length,
    why: fixed.map((name) => `${name}: ${constants[name]!.why}`).join('; '),
  }
}

/** The table of all entities, as text. */
export function tableOf(lines: readonly EntityLine[]): string {
  const sum = (count: (line: EntityLine) => number) => lines.reduce((total, line) => total + count(line), 0)
  const total = {
    entity: 'all',
    fields: sum(({ fields }) => fields),
    typed: sum(({ typed }) => typed),
    made: sum(({ made }) => made),
    constants: sum(({ constants }) => constants),
    why: '0 without a decision',
  }
  const rows = [...lines, total].map(({ entity, fields, typed, made, constants, why }) =>
    [entity.padEnd(34), ...[fields, typed, made, constants].map((count) => String(count).padStart(9)), `  ${why}`].join(
      '',
    ),
  )
  const heads = ['entity'.padEnd(34), ...['fields', 'typed', 'made', 'constant'].map((head) => head.padStart(9))]
  return [heads.join(''), ...rows].join('\n')
}
