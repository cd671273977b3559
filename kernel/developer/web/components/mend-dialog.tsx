import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { quarantineApi, type QuarantineRow } from '../../contract.ts'
import { targetsQuery } from './collect-tasks.tsx'

const valuesForm = z.record(z.string(), z.string().trim().max(500, '不超过500字'))

/** The values of a row, to be corrected and sent again. */
export default function MendDialog({ row, page }: { row: QuarantineRow; page: DialogPage }) {
  const { data: detail } = useQuery(
    queryOf(['developer', 'quarantine-row'], quarantineApi.get, { query: { id: row.id } }),
  )
  const { data: targets } = useQuery(targetsQuery)
  if (!detail || !targets) return null
  const values = JSON.parse(detail.payload) as Record<string, string>
  const titles = new Map(targets.flatMap(({ fields }) => fields.map(({ name, title }) => [name, title] as const)))
  return (
    <FormDialog
      title="修改后重放"
      lead={<p>{row.reason}</p>}
      form={{
        schema: valuesForm,
        initial: () => values,
        sections: [
          {
            fields: Object.keys(values).map((name) => ({
              name,
              label: titles.get(name) ?? name,
              kind: 'text' as const,
            })),
          },
        ],
      }}
      initial={values}
      submitLabel="重放"
      submit={async (changed) => {
        await call(quarantineApi.mend, { body: { id: row.id, values: changed } })
        await page.refresh()
      }}
      onClose={page.close}
    />
  )
}
