/**
 * React as a part of the start (decision 0289). It stands in a module of ours, because the bundler makes a namespace of every property for a package
 * that is imported on demand, which takes a slow phone as long as a tenth of the package itself.
 */
import 'react-dom/client'
