import { ReadingView } from '../../inspection/reading.view.tsx'
import { reading } from './model.ts'

/** The mileage as the dashboard shows it. */
export const VerifyKmView = () => <ReadingView reading={reading} about="Mileage" />
