import { LockOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { rollCallApi } from '../../contract.ts'
import { attendanceKey } from '../attendance-queries.ts'

const schema = rollCallApi.lock.body!.pick({ dateTo: true })
type Values = z.output<typeof schema>

const createForm = (today: string): FormSpec<Values> => ({
  schema,
  initial: () => ({ dateTo: today }),
  sections: [
    { fields: [{ name: 'dateTo', label: '锁定到', kind: 'date', required: true, hint: '这一天和以前的点名' }] },
  ],
})

/** Locks every submitted roll up to a day: teachers cannot change them any more. */
export function LockButton({ orgId }: { orgId: string | null }) {
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  if (!may('roll.manage')) return null
  return (
    <>
      <Button className="no-print" icon={<Glyph of={LockOutlined} />} onClick={() => setOpen(true)}>
        锁定考勤
      </Button>
      {isOpen && (
        <FormDialog
          title="锁定考勤"
          lead={<p>锁定后任课教师不能修改，班主任和教务填写原因后仍可以更正。</p>}
          form={createForm(today)}
          submitLabel="锁定"
          submit={async ({ dateTo }) => {
            const { locked } = await call(rollCallApi.lock, { body: { orgId, dateTo } })
            toast.success(locked > 0 ? `已锁定 ${locked} 节课的考勤` : '没有需要锁定的考勤')
            await client.invalidateQueries({ queryKey: attendanceKey })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
