import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { studentApi, type PupilFamily } from '../../contract.ts'
import { describeGuardian } from './call-guardian.ts'
import { CallPupilSheet } from './call-pupil-sheet.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './class-page.module.css'

const home = '/staffMain/index'

/** /staffMain/class/:classId: the pupils of a class, with a call button where permitted. */
export default function ClassPage({ params }: { params: Record<string, string> }) {
  const classId = params['classId'] ?? ''
  const { answer, again } = useLoaded(classId, () => call(studentApi.classFamilies, { query: { classId } }))
  const label = answer && answer !== 'failed' ? answer.label : '我的班级'
  usePageTitle(label)
  return (
    <LightPage head={<Bar title={label} back={home} help="phone-home" />}>
      {answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : answer ? (
        <Pupils pupils={answer.pupils} mayCall={answer.mayCall} />
      ) : (
        <Skeleton blocks={[[60, 80, 70, 80, 60, 70]]} />
      )}
    </LightPage>
  )
}

function Pupils({ pupils, mayCall }: { pupils: readonly PupilFamily[]; mayCall: boolean }) {
  const [isUnbound, setUnbound] = useState(() => new URLSearchParams(location.search).get('only') === 'unbound')
  const [called, setCalled] = useState<PupilFamily>()
  const shown = isUnbound ? pupils.filter(({ isBound }) => !isBound) : pupils
  if (pupils.length === 0) return <EmptyState title="还没有学生">学生分入本班后会出现在这里。</EmptyState>
  return (
    <>
      <Card
        title={`${isUnbound ? '家长未绑定' : '学生'} ${shown.length} 人`}
        aside={
          <TextButton onClick={() => setUnbound(!isUnbound)}>{isUnbound ? '显示全部' : '只看家长未绑定'}</TextButton>
        }
        isFlush
      >
        <ul className={styles['list']}>
          {shown.map((pupil) => (
            <Line key={pupil.id} pupil={pupil} onCall={mayCall ? () => setCalled(pupil) : undefined} />
          ))}
        </ul>
      </Card>
      {called && <CallPupilSheet pupil={called} onClose={() => setCalled(undefined)} />}
    </>
  )
}

function Line({ pupil, onCall }: { pupil: PupilFamily; onCall: (() => void) | undefined }) {
  const { id, name, seatNo, isBound, guardians } = pupil
  const [first] = guardians
  return (
    <li className={styles['item']}>
      <a className={styles['who']} href={`/baseData/Student?open=${id}`}>
        <span className={styles['seat']}>{seatNo ?? ''}</span>
        <span className={styles['words']}>
          <strong>{name}</strong>
          <span className={styles['facts']}>
            {[first ? describeGuardian(first) : '没有登记电话', isBound ? '' : '家长未绑定'].filter(Boolean).join('，')}
          </span>
        </span>
      </a>
      {onCall && first && (
        <button type="button" className={styles['call']} aria-label={`联系${name}的家长`} onClick={onCall}>
          <CallIcon size={22} />
        </button>
      )}
    </li>
  )
}
