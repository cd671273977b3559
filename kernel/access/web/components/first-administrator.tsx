import { Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { isMobile } from '#packages/core'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { inviteAdministrator } from '../administrator-queries.ts'
import styles from './administrators.module.css'

interface Props {
  orgId: string
  onInvited: (invited: Awaited<ReturnType<typeof inviteAdministrator>>) => void
}

const problemOf = (name: string, mobile: string) =>
  name === '' ? '请填写姓名' : isMobile(mobile) ? undefined : '请输入正确的手机号'

/** Shown while the organisation has no administrator. */
export function FirstAdministrator({ orgId, onInvited }: Props) {
  const id = useId()
  const [typed, setTyped] = useState({ name: '', mobile: '' })
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const [name, mobile] = [typed.name.trim(), typed.mobile.trim()]
    const wrong = problemOf(name, mobile)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    await inviteAdministrator({ orgId, userId: null, name, mobile })
      .then(onInvited)
      .catch((error: unknown) => setProblem(getErrorMessage(error)))
    setBusy(false)
  }
  return (
    <form className={styles['first']} aria-label="邀请管理员" onSubmit={(event) => void send(event)}>
      <p>还没有管理员，填写姓名和手机即可邀请。</p>
      <label htmlFor={`${id}name`}>姓名</label>
      <Input
        id={`${id}name`}
        maxLength={50}
        autoComplete="off"
        value={typed.name}
        onChange={({ target }) => setTyped({ name: target.value, mobile: typed.mobile })}
      />
      <label htmlFor={`${id}mobile`}>手机</label>
      <Input
        id={`${id}mobile`}
        inputMode="numeric"
        maxLength={11}
        autoComplete="off"
        value={typed.mobile}
        onChange={({ target }) => setTyped({ name: typed.name, mobile: target.value })}
      />
      {problem && (
        <p role="alert" className={styles['wrong']}>
          {problem}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        邀请
      </Button>
    </form>
  )
}
