import { sql } from 'kysely'

/**
 * A list of columns, "o.parent_id as parentId", that is put into SQL once instead of at every query: a builder spends
 * more time on thirty names than the database on twenty rows. To the types it is still the list.
 */
export function columnList<const Columns extends readonly string[]>(columns: Columns): Columns {
  const parts = columns.map((column) => {
    const [source, alias = source!.split('.').at(-1)!] = column.split(' as ')
    return { source: source!.split('.').map(quote).join('.'), alias }
  })
  const last = parts.pop()!
  const before = parts.map(({ source, alias }) => `${source} as ${quote(alias)}, `).join('')
  return [sql.raw(before + last.source).as(last.alias)] as unknown as Columns
}

const quote = (name: string) => `"${name}"`
