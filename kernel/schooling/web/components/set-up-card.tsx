import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { setUpSteps, type SetUp } from '../../contract.ts'
import { setUpQuery } from '../set-up-queries.ts'
import styles from './set-up-card.module.css'

const own = setUpQuery(null)
const stateLabels = { open: '待完成', skipped: '暂不设置' }

const nextOf = ({ steps }: SetUp) => steps.find(({ state }) => state === 'open')
const doneOf = ({ steps }: SetUp) => steps.filter(({ state }) => state !== 'open').length

function getProgressText(setUp: SetUp) {
  const next = nextOf(setUp)
  return [`已完成 ${doneOf(setUp)} / ${setUp.steps.length} 步`, next && `下一步：${setUpSteps[next.key]}`]
    .filter(Boolean)
    .join('，')
}

/**
 * Open set-up steps of a new school. Hidden when the set-up is finished, when pupils exist, and for all other users.
 */
export default function SetUpCard() {
  return (
    <Card
      reading={own}
      meta={getProgressText}
      more={{ label: '继续设置', to: '/baseData/SetUp' }}
      skeleton={<SkeletonBar width="60%" />}
      readAloudText={getProgressText}
    >
      {({ steps }) => (
        <ol className={styles['steps']}>
          {steps.map(({ key, state, about }) => (
            <li key={key} className={styles[state]}>
              <span className={styles['name']}>{setUpSteps[key]}</span>
              <span className={styles['about']}>{state === 'done' ? about || '已完成' : stateLabels[state]}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
