import { CheckOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { setUpSteps, type SetUp } from '../../../contract.ts'
import { PostponeContext } from './step-body.tsx'
import type { SetUpStepProps } from './step-props.ts'
import { stepBodies } from './step-bodies.tsx'
import styles from './set-up.module.css'

type Step = SetUp['steps'][number]

interface Props extends Omit<SetUpStepProps, 'isDone'> {
  step: Step
  number: number
  isOpen: boolean
  onToggle: () => void
  /** 暂不设置. */
  onSkip: () => Promise<void>
}

const stateLabels = { done: '已完成', open: '待完成', skipped: '暂不设置' }
/** Steps that are only reviewed: confirming them is not skipping them. */
const isReviewStep = (key: Step['key']) => key === 'facts'

/** A step: one line with its state, and its body when open. */
export function StepCard({ step, number, isOpen, onToggle, onSkip, ...props }: Props) {
  const { key, state, about } = step
  const id = useId()
  const Body = stepBodies[key]
  const isDone = state === 'done'
  const canWait = state === 'open' && key !== 'finish' && !isReviewStep(key)
  return (
    <li className={`${styles['step']} ${styles[state]}`}>
      <h2>
        <button type="button" className={styles['head']} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className={styles['mark']} aria-hidden="true">
            {isDone ? <Glyph of={CheckOutlined} /> : number}
          </span>
          <span className={styles['title']}>{setUpSteps[key]}</span>
          <span className={styles['about']}>{about}</span>
          {state === 'skipped' ? (
            <span className={styles['later']}>{stateLabels.skipped}</span>
          ) : (
            <span className={spoken['only']}>{stateLabels[state]}</span>
          )}
          <Glyph of={isOpen ? UpOutlined : DownOutlined} />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className={styles['body']}>
          <PostponeContext
            value={
              canWait && (
                <Button type="link" onClick={() => void onSkip()}>
                  暂不设置
                </Button>
              )
            }
          >
            <Body {...props} isDone={isDone} />
          </PostponeContext>
        </div>
      )}
    </li>
  )
}
