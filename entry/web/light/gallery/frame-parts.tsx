import { useState } from 'react'
import { Bar } from '#packages/web/light/bar.tsx'
import { SaveStatusBar } from '#packages/web/light/phone-flow/save-status.tsx'
import { Steps } from '#packages/web/light/steps.tsx'
import { Group } from './group.tsx'
import styles from './gallery.module.css'

const titles = ['孩子', '监护人', '住址', '材料', '核对']
const days = 24 * 60 * 60 * 1000
const left = 3 * days + (6 * 60 + 35) * 60 * 1000
const savedAt = new Date(2026, 10, 12, 10, 32).getTime()

export function FrameParts() {
  const [step, setStep] = useState(2)
  return (
    <>
      <Group caption="页头 52，标题 17/600，大字和帮助固定在右">
        <div className={styles['clip']}>
          <Bar title="新生报名" back="/lite" isSecondary />
        </div>
        <div className={styles['clip']}>
          <Bar title="云禾区教育局" back="/lite" variant="hero" isSecondary />
        </div>
      </Group>
      <Group caption="步骤 26 圆点 + 文字；保存条 36">
        <div className={styles['clip']}>
          <div className={styles['air']} />
          <Steps titles={titles} current={step} reached={4} onOpen={setStep} />
          <SaveStatusBar saved={{ at: 'server', time: savedAt }} left={left} />
          <SaveStatusBar saved={{ at: 'device' }} left={left} />
          <SaveStatusBar saved={{ at: 'offline' }} left={left} />
          <SaveStatusBar saved={{ at: 'saving' }} left={9 * 60_000 + 58_000} />
          <SaveStatusBar saved={{ at: 'lost' }} left={0} />
        </div>
      </Group>
    </>
  )
}
