import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { OutsidePasswordDialog } from '#kernel/session/web/desk-api.ts'
import { memberRoles, phoneForm, useApplyApi } from '../../contract-developers.ts'
import { companyInfo, useApplyKey } from './use-apply-queries.ts'
import styles from './company.module.css'

type Open = 'password' | 'phone' | { ticket: string; phone: string }

/** /useApply/account: the own password and phone number. */
export default function AccountPage() {
  const query = useQuery(companyInfo)
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <QueryState query={query}>
      {({ name, ownPhone, role, isOwner }) => (
        <div className={styles['page']}>
          <section className={styles['card']}>
            <div className={styles['head']}>
              <h1 className={styles['title']}>账号安全</h1>
              <span className={styles['tools']}>
                <Button onClick={() => setOpen('phone')}>更换手机号</Button>
                <Button onClick={() => setOpen('password')}>修改密码</Button>
              </span>
            </div>
            <FactGrid
              facts={[
                { label: '姓名', value: name },
                { label: '手机号', value: ownPhone },
                { label: '权限', value: isOwner ? '企业管理员' : memberRoles[role] },
              ]}
            />
          </section>
          {open === 'password' && (
            <OutsidePasswordDialog
              kind="developer"
              onSent={() => {
                close()
                toast.success('密码已修改')
              }}
              onClose={close}
            />
          )}
          {open === 'phone' && (
            <FormDialog
              title="更换手机号"
              lead={`验证码会同时发送到原手机号 ${ownPhone} 和新手机号。`}
              form={newPhoneForm}
              submitLabel="获取验证码"
              submit={async ({ phone }) => {
                const { ticket } = await call(useApplyApi.sendPhoneCodes, { body: { phone } })
                setOpen({ ticket, phone })
              }}
              onSent={() => {}}
              onClose={close}
            />
          )}
          {typeof open === 'object' && (
            <FormDialog
              key={open.ticket}
              title="更换手机号"
              lead="验证码 5 分钟内有效。更换后用新手机号登录。"
              form={codesForm(ownPhone, open.phone)}
              submitLabel="更换"
              submit={async (codes) => {
                await call(useApplyApi.updatePhone, { body: { ticket: open.ticket, ...codes } })
                await client.invalidateQueries({ queryKey: useApplyKey })
                toast.success('手机号已更换')
              }}
              onClose={close}
            />
          )}
        </div>
      )}
    </QueryState>
  )
}

const newPhoneForm: FormSpec<z.output<typeof phoneForm>> = {
  schema: phoneForm,
  initial: () => ({ phone: '' }),
  sections: [{ fields: [{ name: 'phone', label: '新手机号', kind: 'phone', width: 'middle', required: true }] }],
}

const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入6位验证码')
const codes = z.object({ oldCode: code, newCode: code })

const codesForm = (from: string, to: string): FormSpec<z.output<typeof codes>> => ({
  schema: codes,
  initial: () => ({ oldCode: '', newCode: '' }),
  sections: [
    {
      fields: [
        {
          name: 'oldCode',
          label: '原手机验证码',
          kind: 'text',
          width: 'middle',
          required: true,
          hint: `发送到 ${from}`,
        },
        { name: 'newCode', label: '新手机验证码', kind: 'text', width: 'middle', required: true, hint: `发送到 ${to}` },
      ],
    },
  ],
})
