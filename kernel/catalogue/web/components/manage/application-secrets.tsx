import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { secretDays, secretStates, type AppSecret } from '../../../contract.ts'
import {
  applicationSecretsQuery,
  applicationsKey,
  formatAppName,
  resetSecret,
  type ApplicationRow,
} from '../../application-queries.ts'
import styles from './application-secrets.module.css'

// Lazy, because secrets are changed rarely.
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))
const RevokeDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).RevokeDialog }))

const getLook = createStatusLook(secretStates)
const dayMs = 24 * 3600_000

/** What the owners should do about a valid secret. */
function getAdvice({ state, createdAt, lastUsedAt, canSign }: AppSecret, now: number): string {
  const isOver = (since: string, days: number) => now - Date.parse(since) >= days * dayMs
  if (state !== 'active') return ''
  if (!canSign) return '登记较早，不能用于签名，请更换'
  if (isOver(createdAt, secretDays.old)) return `已使用超过${secretDays.old}天，须更换`
  if (isOver(lastUsedAt ?? createdAt, secretDays.unused)) return `已${secretDays.unused}天未使用`
  return ''
}

function listFacts({ state, createdAt, createdBy, expiresAt, lastUsedAt }: AppSecret): string[] {
  return [
    `${formatDateTime(createdAt)} ${createdBy ? `${createdBy}创建` : '创建'}`,
    lastUsedAt ? `${formatTimeAgo(lastUsedAt)}使用` : '从未使用',
    ...(expiresAt ? [`${formatDateTime(expiresAt)} ${state === 'grace' ? '失效' : '已失效'}`] : []),
  ]
}

/** The secrets of an application: state and last use, never the value. */
export function ApplicationSecrets({ row }: { row: ApplicationRow }) {
  const query = useQuery(applicationSecretsQuery(row.key))
  const client = useQueryClient()
  const mayChange = row.actions.includes('secret')
  const refresh = () => client.invalidateQueries({ queryKey: applicationsKey })
  const change = () =>
    showDialog((close) => (
      <SecretDialog
        name={formatAppName(row)}
        appKey={row.key}
        reset={(values) => resetSecret({ key: row.key, ...values })}
        onClose={close}
        onChanged={refresh}
      />
    ))
  return (
    <>
      <p className={styles['note']}>密钥的值只在生成时显示一次，之后任何人都不能查看。</p>
      <QueryState query={query} loading={<SkeletonLines widths={[64, 48]} />}>
        {(secrets) => (
          <ul className={styles['list']}>
            {secrets.map((secret) => (
              <SecretItem key={secret.id} appKey={row.key} secret={secret} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </QueryState>
      {mayChange && <Button onClick={change}>更换密钥</Button>}
    </>
  )
}

interface ItemProps {
  appKey: string
  secret: AppSecret
  mayChange: boolean
}

function SecretItem({ appKey, secret, mayChange }: ItemProps) {
  const { tone, icon, label } = getLook(secret.state)
  const [openedAt] = useState(() => Date.now())
  const advice = getAdvice(secret, openedAt)
  const revoke = () => showDialog((close) => <RevokeDialog appKey={appKey} secretId={secret.id} onClose={close} />)
  return (
    <li className={styles['item']} data-state={secret.state}>
      <StatusTag tone={tone} icon={icon}>
        {label}
      </StatusTag>
      <div className={styles['facts']}>
        {listFacts(secret).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {advice && <strong className={styles['advice']}>{advice}</strong>}
      </div>
      {mayChange && secret.state !== 'void' && (
        <Button size="small" danger onClick={revoke}>
          作废
        </Button>
      )}
    </li>
  )
}
