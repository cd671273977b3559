import { useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { openApplication } from '#packages/web/core/dingtalk.ts'
import { Card } from '#packages/web/light/card.tsx'
import { BookIcon, BoxIcon, ClassIcon, HeartIcon, HouseIcon, PeopleIcon } from '#packages/web/light/menu-icons.tsx'
import { RecordIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
// Not the whole contract: families do not need the rest, and phones would load all of it.
import { appCentreApi as routes, type OpenableApplication } from '../../contract-app-centre.ts'
import styles from './apps-card.module.css'

type Apps = readonly OpenableApplication[]

/** The icon stands for the category of an application. */
const icons = {
  teaching: BookIcon,
  pupils: PeopleIcon,
  office: RecordIcon,
  teachers: ClassIcon,
  enrolment: HouseIcon,
  families: HeartIcon,
  safety: ShieldIcon,
  assets: BoxIcon,
} as const satisfies Record<OpenableApplication['category'], unknown>

/** The applications that the viewer may open; without any the card is hidden. */
export default function AppsCard() {
  const { apps, retry } = useApps()
  const [refusal, setRefusal] = useState('')
  useOrderedLoading(!apps)
  if (!apps || apps.length === 0) return null
  if (apps === 'failed')
    return (
      <Card title="应用">
        <InlineLoadError onRetry={retry} />
      </Card>
    )
  const open = async (key: string) => {
    setRefusal('')
    try {
      const outcome = await openApplication(async () => (await call(routes.open, { body: { key } })).url)
      if (outcome === 'blocked') setRefusal('新窗口被拦截，请允许弹出窗口')
    } catch (error) {
      setRefusal(getErrorMessage(error))
    }
  }
  return (
    <Card title="应用">
      {refusal && <Note kind="error">{refusal}</Note>}
      <ul className={styles['apps']}>
        {apps.map(({ key, name, edition, category }) => {
          const Icon = icons[category]
          return (
            <li key={key}>
              <button type="button" className={styles['app']} onClick={() => void open(key)}>
                <span className={styles['icon']}>
                  <Icon size={24} />
                </span>
                {edition ? `${name}（${edition}）` : name}
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function useApps() {
  const [apps, setApps] = useState<Apps | 'failed'>()
  const [attempt, setTurn] = useState(0)
  useEffect(() => {
    const question = new AbortController()
    call(routes.appList, { signal: question.signal }).then(
      (groups) => setApps(groups.flatMap((group) => group.apps)),
      () => question.signal.aborted || setApps('failed'),
    )
    return () => question.abort()
  }, [attempt])
  const retry = () => {
    setApps(undefined)
    setTurn(attempt + 1)
  }
  return { apps, retry }
}
