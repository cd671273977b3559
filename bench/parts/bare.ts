/** The baseline: only Fastify and pg. The parent process sends the statements to run. */
import fastify from 'fastify'
import pg from 'pg'

interface Order {
  port: number
  url: string
  statements: [Statement, Statement]
}
interface Statement {
  sql: string
  parameters: unknown[]
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

process.once('message', (order: Order) => void serve(order))

async function serve({ port, url, statements: [list, count] }: Order) {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=tenant,public' })
  const app = fastify()
  app.get('/', async () => {
    const { rows: items } = await pool.query({ name: 'list', text: list.sql, values: list.parameters })
    const { rows } = await pool.query<{ count: number }>({ name: 'count', text: count.sql, values: count.parameters })
    const itemCount = Math.min(rows[0]!.count, 10_000)
    return { itemCount, pageCount: Math.ceil(itemCount / 20), items }
  })
  await app.listen({ port, host: '127.0.0.1' })
  process.send!('ready')
}
