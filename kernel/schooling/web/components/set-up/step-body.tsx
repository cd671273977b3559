import { createContext, use, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
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
  /** One sentence about the reason for the step. */
  text: ReactNode
  children?: ReactNode
  action?: StepAction | undefined
  /** The page for steps that are done elsewhere. */
  to?: StepLink | undefined
  /** A further page. */
  also?: StepLink
}

/** The skip button, for steps that are still open. */
export const PostponeContext = createContext<ReactNode>(null)

/** The text, content and main button of a step. */
export function SetUpStepBody({ text, children, action, to, also }: Props) {
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

/** Unlike in a dialog, the form stays mounted after success, so the busy state must be reset. */
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

/** Shows the loading and error states of a query that a step needs. */
export function QueryResult<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  return <PageState status="loading" widths={[48, 64, 56]} />
}
