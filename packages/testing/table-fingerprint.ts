type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Columns that rise even when something is restored. */
const countingColumns = ['version', 'updated_at', 'changed_at', 'counted_at']

interface FingerprintOptions {
  /** Also compares the rising columns. */
  isToTheByte?: boolean
}

/** One hash per table: equal if nothing was changed. */
export async function fingerprintTables(
  sql: Sql,
  tables: readonly string[],
  { isToTheByte = false }: FingerprintOptions = {},
): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const table of tables) {
    const [row] = await sql<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(line, '|' order by line)), '') as print
       from (select (to_jsonb(t) - $1::text[])::text as line from tenant.${table} t) lines`,
      [isToTheByte ? [] : countingColumns],
    )
    prints[table] = row!.print
  }
  return prints
}
