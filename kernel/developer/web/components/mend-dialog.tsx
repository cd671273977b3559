import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { quarantineApi, type QuarantineRow } from '../../contract.ts'
import { targetsQuery } from './collect-tasks.tsx'

const valuesForm = z.record(z.string(), z.string().trim().max(500, '不超过500字'))
const reasonForm = z.object({ reason: z.string().trim().min(1, '请填写原因').max(100, '原因不超过100字') })

interface Props {
  row: QuarantineRow
  page: DialogPage
}

/** The values of a row, to be corrected and sent again. They may name a child, so the reader says why first. */
export default function MendDialog({ row, page }: Props) {
  const [values, setValues] = useState<Record<string, string>>()
  if (values) return <Values row={row} page={page} values={values} />
  return (
    <FormDialog
      title="查看完整内容"
      lead={<p>内容可能包含学籍号等个人信息，查看人和原因会记入日志。</p>}
      form={{
        schema: reasonForm,
        initial: () => ({ reason: '' }),
        sections: [{ fields: [{ name: 'reason', label: '原因', kind: 'text', width: 'long', required: true }] }],
      }}
      initial={{ reason: '' }}
      submitLabel="查看"
      submit={async ({ reason }) => {
        const { value } = await call(quarantineApi.reveal, { body: { id: row.id, field: 'payload', reason } })
        setValues(JSON.parse(value) as Record<string, string>)
      }}
      // The form with the values takes its place.
      onSent={() => {}}
      onClose={page.close}
    />
  )
}

function Values({ row, page, values }: Props & { values: Record<string, string> }) {
  const { data: targets } = useQuery(targetsQuery)
  if (!targets) return null
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
