import { createContext, use, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Refusal } from '#packages/web/desk/list/act-told.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import styles from './set-up.module.css'

interface Act {
  label: string
  run: () => Promise<unknown>
  isDisabled?: boolean
}

interface Way {
  label: string
  address: string
  isMain?: boolean
}

interface Props {
  /** Why, in a sentence. */
  words: ReactNode
  children?: ReactNode
  act?: Act | undefined
  /** Where it is done, when it is not done here. */
  to?: Way | undefined
  /** And where it goes on from there. */
  also?: Way
}

/** The way to put a step off, for those that are to be done. */
export const LaterContext = createContext<ReactNode>(null)

/** What a step says, holds and does: one button does it. */
export function StepBody({ words, children, act, to, also }: Props) {
  const { isBusy, refusal, send } = useSending()
  const navigate = useNavigate()
  const later = use(LaterContext)
  return (
    <>
      <p className={styles['words']}>{words}</p>
      {children}
      <Refusal words={refusal} />
      <div className={styles['acts']}>
        {act && (
          <Button type="primary" disabled={act.isDisabled} loading={isBusy} onClick={() => void send(act.run)}>
            {act.label}
          </Button>
        )}
        {[to, also].map(
          (way) =>
            way && (
              <Button
                key={way.address}
                type={way.isMain ? 'primary' : 'default'}
                onClick={() => void navigate(way.address)}
              >
                {way.label}
              </Button>
            ),
        )}
        {later}
      </div>
    </>
  )
}

/** Unlike a dialog it is still there when all went well. */
function useSending() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(undefined)
    await work().catch((error: unknown) => setRefusal(wordsOf(error)))
    setBusy(false)
  }
  return { isBusy, refusal, send }
}

interface Query<Data> {
  data: Data | undefined
  error: unknown
  isError: boolean
  refetch: () => unknown
}

/** What a step has to read first. */
export function Read<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  return <PageState status="loading" widths={[48, 64, 56]} />
}
