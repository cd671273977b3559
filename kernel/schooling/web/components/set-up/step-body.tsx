import { createContext, use, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import styles from './set-up.module.css'

interface StepAction {
  label: string
  run: () => Promise<unknown>
  isDisabled?: boolean
}

interface StepLink {
  label: string
  address: string
  isMain?: boolean
}

interface Props {
  /** Why, in a sentence. */
  text: ReactNode
  children?: ReactNode
  action?: StepAction | undefined
  /** Where it is done, when it is not done here. */
  to?: StepLink | undefined
  /** And where it goes on from there. */
  also?: StepLink
}

/** The way to put a step off, for those that are to be done. */
export const PostponeContext = createContext<ReactNode>(null)

/** What a step says, holds and does: one button does it. */
export function StepBody({ text, children, action, to, also }: Props) {
  const { isBusy, refusal, send } = useSending()
  const navigate = useNavigate()
  const later = use(PostponeContext)
  return (
    <>
      <p className={styles['words']}>{text}</p>
      {children}
      <ErrorNote message={refusal} />
      <div className={styles['acts']}>
        {action && (
          <Button type="primary" disabled={action.isDisabled} loading={isBusy} onClick={() => void send(action.run)}>
            {action.label}
          </Button>
        )}
        {[to, also].map(
          (link) =>
            link && (
              <Button
                key={link.address}
                type={link.isMain ? 'primary' : 'default'}
                onClick={() => void navigate(link.address)}
              >
                {link.label}
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
    await work().catch((error: unknown) => setRefusal(getErrorMessage(error)))
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
export function QueryResult<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  return <PageState status="loading" widths={[48, 64, 56]} />
}
