import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { secretStates } from '#kernel/catalogue/contract.ts'
import { ownSecrets } from './use-apply-queries.ts'
import styles from './own-app-parts.module.css'

const getLook = createStatusLook(secretStates)

/** 密钥: the states of the secrets and when they were used last, never their values. */
export function OwnAppSecrets({ appKey }: { appKey: string }) {
  const query = useQuery(ownSecrets(appKey))
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
                  </div>
                  <p className={styles['words']}>
                    {lastUsedAt ? `${formatTimeAgo(lastUsedAt)}使用` : '从未使用'}
                    {expiresAt && `；${formatDateTime(expiresAt)} ${state === 'grace' ? '失效' : '已失效'}`}
                  </p>
                </li>
              )
            })}
          </ul>
        )
      }
    </QueryState>
  )
}
