import { useQuery } from '@tanstack/react-query'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { setUpSteps, type SetUp } from '../../contract.ts'
import { setUpOf } from '../set-up-queries.ts'
import styles from './set-up-card.module.css'

const own = setUpOf(null)

const nextOf = ({ steps }: SetUp) => steps.find(({ state }) => state !== 'done')
const doneOf = ({ steps }: SetUp) => steps.filter(({ state }) => state === 'done').length

function words(setUp: SetUp) {
  const next = nextOf(setUp)
  return [`已完成 ${doneOf(setUp)} / ${setUp.steps.length} 步`, next && `下一步：${setUpSteps[next.key]}`]
    .filter(Boolean)
    .join('，')
}

/** What a new school still needs. It is gone once that was ended, and never there for those who are no school. */
export default function SetUpCard() {
  const { data } = useQuery(own)
  if (!data || data.isFinished || data.stages.length === 0) return null
  return (
    <Card
      reading={own}
      meta={words}
      more={{ label: '继续开校', to: '/baseData/SetUp' }}
      skeleton={<SkeletonBar width="60%" />}
      aloud={words}
    >
      {({ steps }) => (
        <ol className={styles['steps']}>
          {steps.map(({ key, state, about }) => (
            <li key={key} className={styles[state]}>
              <span className={styles['name']}>{setUpSteps[key]}</span>
              <span className={styles['about']}>{state === 'done' ? about || '已完成' : '待完成'}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
