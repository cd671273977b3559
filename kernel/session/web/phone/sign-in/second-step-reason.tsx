import { useState } from 'react'
import styles from './second-step-reason.module.css'

/** The server does not tell the client its reason. */
export const secondStepReason = '为了账号安全，这次登录需要再验证一次'

/** The known facts of a sign-in that needs a code, so that users recognise whether it is theirs. */
export function SecondStepReason({ userName, ip }: { userName: string; ip: string }) {
  const [now] = useState(() => new Date())
  const rows = [
    ['账号', userName],
    ['设备', describeDevice(navigator.userAgent)],
    ['网络', ip],
    ['时间', formatTime(now)],
  ].filter(([, value]) => value)
  return (
    <>
      <h2 className={styles['title']}>为什么要验证？</h2>
      <p className={styles['lead']}>{secondStepReason}</p>
      <dl className={styles['facts']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['words']}>工作人员不会向您索要验证码，请勿转发给任何人。</p>
      <p className={styles['foot']}>
        不是您在登录？<a href="/login?view=forgot">重设密码</a>
      </p>
    </>
  )
}

const systems: [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, '安卓手机'],
  [/Windows NT 10/, 'Windows 10'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
// Most browsers also contain Chrome and Safari in their name, so those come last.
const browsers: [RegExp, string][] = [
  [/DingTalk/, '钉钉'],
  [/MicroMessenger/, '微信'],
  [/Edg/, 'Edge'],
  [/QQBrowser/, 'QQ浏览器'],
  [/Firefox/, 'Firefox'],
  [/Chrom/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const findName = (agent: string, names: [RegExp, string][]) => names.find(([mark]) => mark.test(agent))?.[1]
export const describeDevice = (agent: string) =>
  [findName(agent, systems), findName(agent, browsers)].filter(Boolean).join(' ') || '未知设备'

const two = (number: number) => String(number).padStart(2, '0')
const formatTime = (time: Date) =>
  `${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`
