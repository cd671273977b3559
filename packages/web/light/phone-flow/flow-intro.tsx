import { useState } from 'react'
import { Bar } from '../bar.tsx'
import { Button, TextButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { Foot } from '../foot.tsx'
import { Hero, HeroCountdown, HeroFacts, HeroTitle } from '../hero.tsx'
import { Milestones } from '../milestones.tsx'
import { Note } from '../note.tsx'
import { LightPage } from '../page.tsx'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Tag } from '../tag.tsx'
import type { FlowIntro } from './flow-spec.ts'
import styles from './flow-intro.module.css'

interface Props {
  intro: FlowIntro
  help: string
  exitUrl: string
  left: number | undefined
  /** When it closes, as text. */
  closingTime: string
  /** The number of completed steps. */
  done: number
  total: number
  onBegin: () => void
  onDiscard: () => void
}

/** The purpose, the deadline and the required documents; the button names the step to continue at. */
export function FlowIntroPage({ intro, help, exitUrl, left, closingTime, done, total, onBegin, onDiscard }: Props) {
  const isClosed = left === 0
  const [isConfirming, setConfirming] = useState(false)
  return (
    <LightPage
      head={<Bar title={intro.name} back={exitUrl} variant="hero" help={help} isSecondary />}
      lead={
        <Hero>
          <HeroTitle>{intro.title}</HeroTitle>
          <HeroFacts facts={intro.facts} />
          {left !== undefined && (
            <HeroCountdown
              label="距报名截止"
              left={left}
              aside={
                <>
                  {isClosed ? <Tag state="overdue">已截止</Tag> : <Tag state="passed">报名中</Tag>}
                  {closingTime} 截止
                </>
              }
            />
          )}
        </Hero>
      }
      dock={
        <Foot>
          <Button size="task" isDisabled={isClosed} onClick={onBegin}>
            {isClosed ? '已截止，内容已存草稿' : done > 0 ? '继续填写' : '开始填写'}
            {!isClosed && done > 0 && (
              <span className={styles['done']}>
                已完成 {done}/{total} 步
              </span>
            )}
          </Button>
        </Foot>
      }
    >
      <Note kind="info">{intro.note}</Note>
      <Card title="请先准备">
        <ul className={styles['prepare']}>
          {intro.prepare.map(({ icon, text }) => (
            <li key={text}>
              <span className={styles['icon']}>{icon}</span>
              {text}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="时间安排">
        <Milestones items={intro.milestones} now={0} />
      </Card>
      {intro.links}
      {done > 0 && (
        <p className={styles['forget']}>
          <TextButton onClick={() => setConfirming(true)}>清空草稿，重新填写</TextButton>
        </p>
      )}
      {isConfirming && (
        <BottomSheet title="清空草稿？" onClose={() => setConfirming(false)}>
          <p>已填写的 {done} 步内容会从这台手机里删除，不能恢复。</p>
          <Button
            kind="withdraw"
            onClick={() => {
              setConfirming(false)
              onDiscard()
            }}
          >
            清空
          </Button>
          <Button kind="plain" onClick={() => setConfirming(false)}>
            保留
          </Button>
        </BottomSheet>
      )}
    </LightPage>
  )
}
