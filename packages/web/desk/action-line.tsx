import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { PageAction, PageHandle } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { CountBadge } from './count-badge.tsx'
import { Glyph } from './glyph.tsx'
import { usePage } from './page-context.tsx'
import { useMay } from './permissions.tsx'
import { useToast } from './toast.tsx'
import styles from './action-line.module.css'

/** The first line of a page: its title, a short note, and its actions. */
export function ActionLine({ note, children }: { note?: ReactNode; children?: ReactNode }) {
  const { title } = usePage()
  return (
    <div className={styles['line']}>
      <h1 className={styles['title']}>{title}</h1>
      {note && <span className={styles['note']}>{note}</span>}
      <div className={styles['actions']}>{children}</div>
    </div>
  )
}

interface Props {
  refresh: () => Promise<void>
  shape?: 'default' | 'round'
}

/** The actions that this and other modules put on the page, filtered by the user's permissions. */
export function PageActions({ refresh, shape = 'default' }: Props) {
  const { actions } = usePage()
  const may = useMay()
  return actions
    .filter(({ permission }) => may(permission))
    .map((action) => <ActionButton key={action.id} action={action} refresh={refresh} shape={shape} />)
}

function ActionButton({ action, refresh, shape }: { action: PageAction } & Required<Props>) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const { icon, label, waiting, run } = action
  const page: PageHandle = { refresh, showToast: (message) => toast.success(message) }
  const press = () => {
    setBusy(true)
    void run(page)
      .catch((error: unknown) => toast.error(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      className={styles['button']!}
      shape={shape}
      icon={icon && <Glyph of={icon} />}
      loading={busy}
      onClick={press}
    >
      {label}
      {waiting && <Waiting reading={waiting} />}
    </Button>
  )
}

function Waiting({ reading }: { reading: QueryDefinition<number> }) {
  const { data = 0 } = useQuery(reading)
  return <CountBadge count={data} unit="条待处理" />
}
