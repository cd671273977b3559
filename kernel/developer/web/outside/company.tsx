import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
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

const roleHint = '开发：改应用和密钥；运维：只换密钥；只读：只查看'

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
        {
          name: 'role',
          label: '权限',
          kind: 'select',
          width: 'middle',
          options: optionsOf(memberRoles),
          hint: roleHint,
        },
      ],
    },
  ],
}

const roleForm = ({ name, role }: Member): FormSpec<Pick<NewMember, 'name' | 'role'>> => ({
  schema: memberFields,
  initial: () => ({ name, role }),
  sections: [
    {
      fields: [
        { name: 'name', label: '姓名', kind: 'text', width: 'middle', required: true },
        {
          name: 'role',
          label: '权限',
          kind: 'select',
          width: 'middle',
          options: optionsOf(memberRoles),
          hint: roleHint,
        },
      ],
    },
  ],
})

type Member = CompanyInfo['members'][number]
type Open = 'company' | 'member' | { password: string } | { change: Member } | { remove: Member }

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
          {info.isOwner && <Members info={info} onOpen={setOpen} />}
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
          {typeof open === 'object' && 'change' in open && (
            <FormDialog
              title={`修改成员：${open.change.name}`}
              form={roleForm(open.change)}
              submit={async (values) => {
                await call(useApplyApi.saveMember, {
                  body: { act: 'change', accountId: open.change.accountId, ...values },
                })
                await reload()
              }}
              onClose={close}
            />
          )}
          {typeof open === 'object' && 'remove' in open && (
            <ConfirmAction
              title={`移除成员：${open.remove.name}`}
              submitLabel="移除成员"
              isDanger
              submit={() => call(useApplyApi.saveMember, { body: { act: 'remove', accountId: open.remove.accountId } })}
              done="已移除成员"
              queryKey={useApplyKey}
              onClose={close}
            >
              <p>移除后立即退出，不能再登录。</p>
            </ConfirmAction>
          )}
          {typeof open === 'object' && 'password' in open && (
            <NoticeDialog title="初始密码" size="form" closeLabel="我已保存" onClose={close}>
              <p role="alert">密码只显示这一次，请交给成员本人。首次登录时须设置新密码。</p>
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

const Members = ({ info, onOpen }: { info: CompanyInfo; onOpen: (open: Open) => void }) => (
  <section className={styles['card']}>
    <div className={styles['head']}>
      <h2 className={styles['title']}>成员</h2>
      <Button onClick={() => onOpen('member')}>添加成员</Button>
    </div>
    <ul className={styles['members']}>
      {info.members.map((member) => (
        <li key={member.accountId} className={styles['member']}>
          <InitialsAvatar name={member.name} size="row" />
          <span className={styles['who']}>
            <strong>{member.name}</strong>
            <span>{member.phone}</span>
          </span>
          <span>{member.isOwner ? '企业管理员' : memberRoles[member.role]}</span>
          {!member.isOwner && (
            <span className={styles['tools']}>
              <Button type="link" aria-label={`修改 ${member.name}`} onClick={() => onOpen({ change: member })}>
                修改
              </Button>
              <Button type="link" danger aria-label={`移除 ${member.name}`} onClick={() => onOpen({ remove: member })}>
                移除
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
)
