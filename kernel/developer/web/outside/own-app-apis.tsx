import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { grantStates } from '../../contract-api-grants.ts'
import { ownApisApi, ownGrantForm, type OwnGrantForm, type OwnInterface } from '../../contract-own-apis.ts'
import { ownApis, useApplyKey, type OwnApplicationRow } from './use-apply-queries.ts'
import styles from './own-app-parts.module.css'

const getLook = createStatusLook(grantStates)
/** After these an application may ask again. */
const ended = new Set(['returned', 'expired', 'revoked'])

/** 接口: what the district opened, what the application has of it, and asking for more. */
export function OwnAppApis({ row }: { row: OwnApplicationRow }) {
  const query = useQuery(ownApis(row.key))
  const client = useQueryClient()
  const [asked, setAsked] = useState<OwnInterface>()
  const mayAsk = row.status === 2 || row.status === 5
  return (
    <QueryState query={query}>
      {(apis) =>
        apis.length === 0 ? (
          <p className={styles['none']}>{row.districtName}还没有开放接口</p>
        ) : (
          <>
            {!mayAsk && <p className={styles['words']}>应用审核通过后可以申请接口。</p>}
            <ul className={styles['list']}>
              {apis.map((api) => (
                <ApiItem key={api.code} api={api} onAsk={mayAsk ? () => setAsked(api) : undefined} />
              ))}
            </ul>
            {asked && (
              <FormDialog
                title={`申请接口：${asked.name}`}
                lead={`${row.districtName}的数据管理员逐个字段审批。`}
                form={createForm(asked)}
                submitLabel="提交申请"
                submit={async (values) => {
                  await call(ownApisApi.applyApi, { body: { ...values, fAppKey: row.key } })
                  await client.invalidateQueries({ queryKey: useApplyKey })
                }}
                onClose={() => setAsked(undefined)}
              />
            )}
          </>
        )
      }
    </QueryState>
  )
}

function ApiItem({ api, onAsk }: { api: OwnInterface; onAsk: (() => void) | undefined }) {
  const { name, about, path, grant, fields } = api
  const look = grant && getLook(grant.status)
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <span className={styles['name']}>{name}</span>
        {look && (
          <StatusTag tone={look.tone} icon={look.icon}>
            {look.label}
          </StatusTag>
        )}
        {onAsk && (!grant || ended.has(grant.status)) && (
          <span className={styles['tool']}>
            <Button aria-label={`申请接口 ${name}`} onClick={onAsk}>
              {grant ? '重新申请' : '申请'}
            </Button>
          </span>
        )}
      </div>
      <p className={styles['words']}>{about}</p>
      <p className={styles['words']}>
        <code>/api/open/v1{path}</code>
      </p>
      <p className={styles['words']}>{describe(grant, fields)}</p>
    </li>
  )
}

function describe(grant: OwnInterface['grant'], fields: OwnInterface['fields']): string {
  if (!grant) return `可申请字段：${fields.map(({ title }) => title).join('、')}`
  const { granted, asked, days, dayQuota, qps, reach } = grant
  if (granted.length === 0) return `申请字段：${asked.join('、')}`
  return `${granted.join('、')}；${reach}；${days.from} 至 ${days.to}；每日 ${dayQuota.toLocaleString()} 次，每秒 ${qps} 次`
}

const yearMs = 365 * 24 * 3600_000

/** Fields of class C need a signed agreement, which the district files. */
const createForm = ({ code, fields }: OwnInterface): FormSpec<OwnGrantForm> => ({
  schema: ownGrantForm,
  initial: () => ({
    apiCode: code,
    fields: [],
    purpose: '',
    days: { from: formatDate(new Date()), to: formatDate(new Date(Date.now() + yearMs)) },
  }),
  sections: [
    {
      fields: [
        {
          name: 'fields',
          label: '字段',
          kind: 'multi',
          width: 'long',
          required: true,
          hint: '敏感字段须签署协议，请联系区数据管理员代为申请',
          options: fields
            .filter((field) => field.class !== 'C')
            .map(({ name, title }) => ({ value: name, label: title })),
        },
        {
          name: 'purpose',
          label: '数据用途',
          kind: 'textarea',
          width: 'long',
          required: true,
          placeholder: '用在哪里、给谁看、保存多久，不少于20字',
        },
        { name: 'days', label: '有效期', kind: 'days', width: 'long', required: true },
      ],
    },
  ],
})
