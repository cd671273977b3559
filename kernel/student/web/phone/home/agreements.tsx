import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { acceptAgreements, type Agreement } from './load-children.ts'
import styles from './student-main.module.css'

interface Props {
  agreements: readonly Agreement[]
  isPupil: boolean
  onAgreed: () => void
}

/** Agreements that must be accepted before anything else; a new version is shown again. */
export function Agreements({ agreements, isPupil, onAgreed }: Props) {
  const [isRead, setRead] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const agree = async () => {
    if (!isRead) return setWrong('请先阅读并勾选')
    setBusy(true)
    setWrong('')
    await acceptAgreements(agreements).then(onAgreed, (error: unknown) => setWrong(getErrorMessage(error)))
    setBusy(false)
  }
  return (
    <Card title="使用前请阅读">
      <div className={styles['agreements']}>
        <p>
          {isPupil
            ? '请和监护人一起阅读以下内容，再开始使用。'
            : '请阅读以下内容。涉及孩子的个人信息，由监护人决定是否同意。'}
        </p>
        <ul>
          {agreements.map(({ kind, title, page }) => (
            <li key={kind}>
              <a href={page}>{title}</a>
            </li>
          ))}
        </ul>
        <Checkbox
          isLarge
          label={`我已阅读并同意${agreements.map(({ title }) => `《${title}》`).join('')}`}
          checked={isRead}
          onChange={(event) => setRead(event.target.checked)}
        />
        {wrong && <Note kind="error">{wrong}</Note>}
        <Button size="task" busy={busy && '正在保存…'} onClick={() => void agree()}>
          同意并继续
        </Button>
      </div>
    </Card>
  )
}
