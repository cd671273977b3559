import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import {
  companyFields,
  developerStatuses,
  memberFields,
  memberRoles,
  phoneForm,
  useApplyApi,
  type CompanyForm,
  type CompanyInfo,
} from '../../contract-developers.ts'
import { companyInfo, useApplyKey } from './use-apply-queries.ts'
import styles from './company.module.css'

const toCompanyForm = ({ company, creditCode, contact }: CompanyInfo): FormSpec<CompanyForm> => ({
  schema: companyFields,
  initial: () => ({ company, creditCode, contact }),
  sections: [
    {
      fields: [
        { name: 'company', label: '企业名称', kind: 'text', width: 'long', required: true },
        { name: 'creditCode', label: '统一社会信用代码', kind: 'text', width: 'long', required: true },
        { name: 'contact', label: '联系人', kind: 'text', width: 'middle', required: true },
      ],
    },
  ],
})

const newMember = z.object({ ...memberFields.shape, ...phoneForm.shape })
type NewMember = z.output<typeof newMember>
const memberForm: FormSpec<NewMember> = {
  schema: newMember,
  initial: () => ({ name: '', phone: '', role: 'develop' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '姓名', kind: 'text', width: 'middle', required: true },
        { name: 'phone', label: '手机号', kind: 'text', width: 'middle', required: true, hint: '用手机号登录' },
        { name: 'role', label: '权限', kind: 'select', width: 'middle', options: optionsOf(memberRoles) },
      ],
    },
  ],
}

type Open = 'company' | 'member' | { password: string }

/** /useApply/company: the profile of the own company, and who works for it. */
export default function CompanyPage() {
  const query = useQuery(companyInfo)
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const reload = () => client.invalidateQueries({ queryKey: useApplyKey })
  return (
    <QueryState query={query}>
      {(info) => (
        <div className={styles['page']}>
          <Company info={info} onEdit={() => setOpen('company')} />
          {info.isOwner && <Members info={info} onAdd={() => setOpen('member')} />}
          {open === 'company' && (
            <FormDialog
              title="修改企业信息"
              lead="改了企业名称或信用代码，平台会重新审核。"
              form={toCompanyForm(info)}
              submit={async (values) => {
                await call(useApplyApi.saveCompany, { body: { ...values, version: info.version } })
                await reload()
              }}
              onClose={close}
            />
          )}
          {open === 'member' && (
            <FormDialog
              title="添加成员"
              form={memberForm}
              submit={async (values) => {
                const { oneTimePassword } = await call(useApplyApi.saveMember, { body: { act: 'add', ...values } })
                await reload()
                setOpen({ password: oneTimePassword })
              }}
              onSent={() => {}}
              onClose={close}
            />
          )}
          {typeof open === 'object' && (
            <NoticeDialog title="初始密码" size="form" closeLabel="我已保存" onClose={close}>
              <p role="alert">密码只显示这一次，请交给成员本人。</p>
              <code>{open.password}</code>
            </NoticeDialog>
          )}
        </div>
      )}
    </QueryState>
  )
}

const Company = ({ info, onEdit }: { info: CompanyInfo; onEdit: () => void }) => (
  <section className={styles['card']}>
    <div className={styles['head']}>
      <h1 className={styles['title']}>企业信息</h1>
      {info.isOwner && <Button onClick={onEdit}>修改</Button>}
    </div>
    <FactGrid
      facts={[
        { label: '状态', value: developerStatuses[info.status] },
        { label: '审核意见', value: info.reason },
        { label: '企业名称', value: info.company },
        { label: '统一社会信用代码', value: info.creditCode },
        { label: '联系人', value: info.contact },
        { label: '手机号', value: info.phone },
      ].filter(({ value }) => value !== '')}
    />
  </section>
)

const Members = ({ info, onAdd }: { info: CompanyInfo; onAdd: () => void }) => (
  <section className={styles['card']}>
    <div className={styles['head']}>
      <h2 className={styles['title']}>成员</h2>
      <Button onClick={onAdd}>添加成员</Button>
    </div>
    <ul className={styles['members']}>
      {info.members.map(({ accountId, name, phone, role, isOwner }) => (
        <li key={accountId}>
          {name} {phone} {isOwner ? '企业管理员' : memberRoles[role]}
        </li>
      ))}
    </ul>
  </section>
)
