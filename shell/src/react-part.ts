/**
 * React as a part of the start (decision 0295). It stands in a module of ours, because the bundler makes a namespace of every property for a package
 * that is imported on demand, 35 ms in a profile at a processor four times slower.
 */
import 'react-dom/client'
