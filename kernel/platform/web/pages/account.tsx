import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { outsideApi } from '#kernel/session/contract.ts'
import { OutsidePasswordDialog } from '#kernel/session/web/desk-api.ts'
import { platformKey } from '../list-parts.tsx'
import styles from './account.module.css'

/** /platform/account: the own password. */
export default function AccountPage() {
  const query = useQuery(queryOf(platformKey, outsideApi.platformUser))
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  return (
    <QueryState query={query}>
      {({ realName }) => (
        <section className={styles['card']}>
          <div className={styles['head']}>
            <h1 className={styles['title']}>账号安全</h1>
            <Button onClick={() => setOpen(true)}>修改密码</Button>
          </div>
          <FactGrid
            facts={[
              { label: '用户名', value: realName },
              { label: '动态口令', value: '每次登录都要输入；手机丢失请其他平台管理员重置' },
            ]}
          />
          {isOpen && (
            <OutsidePasswordDialog
              kind="platform"
              onSent={() => {
                setOpen(false)
                toast.success('密码已修改')
              }}
              onClose={() => setOpen(false)}
            />
          )}
        </section>
      )}
    </QueryState>
  )
}
