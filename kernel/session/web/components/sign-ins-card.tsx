import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { fullTime, timeAgo } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { deviceIcon } from '#packages/web/desk/device-icon.ts'
import dots from '#packages/web/desk/dotted.module.css'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { SignIn } from '../../contract.ts'
import { mySignIns } from '../queries.ts'
import { isUnusual } from './unusual.ts'
import styles from './sign-ins-card.module.css'

/** How I came in lately, so that I notice when it was not me. */
export default function SignInsCard() {
  return (
    <Card
      reading={mySignIns}
      meta={() => <Link to="/personal/password">非本人操作？修改密码</Link>}
      skeleton={<Skeleton />}
      nothing={(signIns) =>
        signIns.length === 0
          ? { kind: 'empty', title: '还没有登录记录', words: '下次登录后，这里会显示时间、方式和设备。' }
          : undefined
      }
      aloud={aloudOf}
    >
      {(signIns) => (
        <ul>
          {signIns.map((signIn, at) => (
            <Row key={signIn.at} signIn={signIn} isUnusual={isUnusual(signIns, at)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({
  signIn: { at, door, device, place, isHere },
  isUnusual: isOdd,
}: {
  signIn: SignIn
  isUnusual: boolean
}) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Glyph of={deviceIcon(device)} />
      </span>
      <div className={styles['words']}>
        <p className={styles['device']}>
          {device}
          <span className={styles['mark']}>
            {isHere && (
              <StatusTag tone="success" icon={CheckOutlined} quiet>
                本次
              </StatusTag>
            )}
            {isOdd && (
              <StatusTag tone="warning" icon={ExclamationCircleFilled}>
                不常用
              </StatusTag>
            )}
          </span>
        </p>
        <p className={`${styles['facts']} ${dots['dotted']}`}>
          {[door, place].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <time className={styles['time']} dateTime={at} title={fullTime(at)}>
        {timeAgo(at)}
      </time>
    </li>
  )
}

const aloudOf = (signIns: SignIn[]) =>
  signIns.map(({ at, door, device, place }) => `${timeAgo(at)}，${door}，${device}，${place}。`).join('')

const rows = [48, 36, 52, 40, 44]

const Skeleton = () => (
  <ul>
    {rows.map((width) => (
      <li key={width} className={styles['row']}>
        <span className={`${styles['icon']} ${styles['waiting']}`} />
        <div className={styles['words']}>
          <p className={styles['device']}>
            <SkeletonBar width={`${width}%`} />
          </p>
          <p className={styles['facts']}>
            <SkeletonBar width="24%" />
          </p>
        </div>
        <span className={styles['time']}>
          <SkeletonBar width="56px" />
        </span>
      </li>
    ))}
  </ul>
)
