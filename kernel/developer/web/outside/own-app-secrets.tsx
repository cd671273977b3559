import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { secretStates } from '#kernel/catalogue/contract.ts'
import { useApplyApi } from '../../contract-developers.ts'
import { ownSecrets, useApplyKey } from './use-apply-queries.ts'
import styles from './own-app-parts.module.css'

const reason = z.object({ reason: z.string().trim().min(1, '请填写作废理由').max(200, '理由不超过200字') })
const reasonForm: FormSpec<z.output<typeof reason>> = {
  schema: reason,
  initial: () => ({ reason: '' }),
  sections: [{ fields: [{ name: 'reason', label: '理由', kind: 'textarea', width: 'long', required: true }] }],
}

const getLook = createStatusLook(secretStates)

/** 密钥: the states of the secrets and when they were used last, never their values. */
export function OwnAppSecrets({ appKey }: { appKey: string }) {
  const query = useQuery(ownSecrets(appKey))
  const client = useQueryClient()
  const [revoked, setRevoked] = useState<string>()
  const close = () => setRevoked(undefined)
  return (
    <QueryState query={query}>
      {(secrets) =>
        secrets.length === 0 ? (
          <p className={styles['none']}>还没有密钥。应用审核通过后，用“密钥…”生成。</p>
        ) : (
          <ul className={styles['list']}>
            {secrets.map(({ id, state, createdAt, expiresAt, lastUsedAt }) => {
              const { tone, icon, label } = getLook(state)
              return (
                <li key={id} className={styles['item']}>
                  <div className={styles['head']}>
                    <StatusTag tone={tone} icon={icon}>
                      {label}
                    </StatusTag>
                    <span>{formatDateTime(createdAt)} 生成</span>
                    {state !== 'void' && (
                      <Button type="link" danger onClick={() => setRevoked(id)}>
                        作废
                      </Button>
                    )}
                  </div>
                  <p className={styles['words']}>
                    {lastUsedAt ? `${formatTimeAgo(lastUsedAt)}使用` : '从未使用'}
                    {expiresAt && `；${formatDateTime(expiresAt)} ${state === 'grace' ? '失效' : '已失效'}`}
                  </p>
                </li>
              )
            })}
            {revoked !== undefined && (
              <FormDialog
                title="作废密钥"
                lead="密钥和它的令牌立即失效，不能恢复。"
                form={reasonForm}
                submitLabel="作废"
                isDanger
                submit={async ({ reason }) => {
                  await call(useApplyApi.revokeSecret, { body: { key: appKey, id: revoked, reason } })
                  await client.invalidateQueries({ queryKey: useApplyKey })
                }}
                onClose={close}
              />
            )}
          </ul>
        )
      }
    </QueryState>
  )
}
