import { sql, type RawBuilder } from 'kysely'

/** A list of columns, "o.parent_id as parentId", as SQL. */
export function columnList(columns: readonly string[]): RawBuilder<unknown> {
  const quoted = columns.map((column) => {
    const [source, alias] = column.split(' as ')
    const path = source!.split('.').map(quote).join('.')
    return alias ? `${path} as ${quote(alias)}` : path
  })
  return sql.raw(quoted.join(', '))
}

const quote = (name: string) => `"${name}"`
