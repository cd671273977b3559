import { Greeting } from '../components/greeting.tsx'
import { CardGrid } from '../components/card-grid.tsx'
import styles from './data-board.module.css'

/** /dataCentre/dataBoard: the cards of the modules. */
export default function DataBoardPage() {
  return (
    <div className={styles['page']}>
      <Greeting />
      <CardGrid />
    </div>
  )
}
