import { Greeting } from '../components/greeting.tsx'
import { CardGrid } from '../components/card-grid.tsx'
import styles from './data-board.module.css'

/** /dataCentre/dataBoard: what is going on, in the cards that the modules bring. */
export default function DataBoardPage() {
  return (
    <div className={styles['page']}>
      <Greeting />
      <CardGrid />
    </div>
  )
}
