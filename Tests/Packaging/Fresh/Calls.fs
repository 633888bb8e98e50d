module Calls

open System.Threading.Tasks

let sumAsync (a: int) (b: int) =
    task {
        let sum = a + b
        do! Task.Yield()
        return sum
    }

let logged (task: Task) (text: string) = task.ContinueWith(fun (t: Task) -> System.Console.WriteLine(text))

[<EntryPoint>]
let main _ =
    (logged Task.CompletedTask "written").Wait()
    System.Console.WriteLine((sumAsync 1 2).Result)
    0
