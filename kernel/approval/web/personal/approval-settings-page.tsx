import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { phrasesQuery, signatureQuery } from '../flow-queries.ts'
import { DelegationList } from './delegation-list.tsx'
import { PhraseEditor } from './phrase-editor.tsx'
import { delegationsQuery } from './personal-queries.ts'
import { SignatureEditor } from './signature-editor.tsx'
import styles from './approval-settings-page.module.css'

/** /personal/approvals: who decides in one's place, phrases for opinions, and the signature. */
export default function ApprovalSettingsPage() {
  const isPhone = usePhone()
  const delegations = useQuery(delegationsQuery)
  const phrases = useQuery(phrasesQuery)
  const signature = useQuery(signatureQuery)
  return (
    <div className={styles['page']}>
      {!isPhone && <h1 className={styles['title']}>审批设置</h1>}
      <Part title="审批代理" about="出差、请假时由别人代您审批；代理人不会审批您自己的申请">
        <QueryState query={delegations}>{(data) => <DelegationList {...data} />}</QueryState>
      </Part>
      <Part title="常用意见" about="审批时点一下就填入，最多 20 条">
        <QueryState query={phrases}>
          {(data) => <PhraseEditor key={data.phrases.join('\n')} saved={data.phrases} />}
        </QueryState>
      </Part>
      <Part title="手写签名" about="需要签名的步骤会带上它，只用于您本人的审批">
        <QueryState query={signature}>{(data) => <SignatureEditor saved={data} />}</QueryState>
      </Part>
    </div>
  )
}

const Part = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <section className={styles['part']} aria-label={title}>
    <h2 className={styles['heading']}>{title}</h2>
    <p className={styles['about']}>{about}</p>
    {children}
  </section>
)
