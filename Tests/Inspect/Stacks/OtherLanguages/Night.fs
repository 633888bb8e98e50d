module Night.Program

open System
open System.Threading
open System.Threading.Tasks

let never = TaskCompletionSource<int>()
let gate = new SemaphoreSlim(0)

type Shop(name: string) =
    member this.Price(number: int) =
        task {
            let! discount = never.Task
            return number - discount
        }

    member this.Buy(customer: string) =
        task {
            do! Task.Delay 1
            let! price = this.Price 7
            Console.WriteLine(customer + name)
            return price
        }

let waits () =
    task {
        do! Task.Yield()
        do! gate.WaitAsync()
    }

let sums () =
    task {
        let mutable sum = 0

        for number in 1..3 do
            do! Task.Delay 1
            let! value = ValueTask<int>(never.Task)
            sum <- sum + value * number

        return sum
    }

let runs (stop: ManualResetEventSlim) =
    task {
        do! Task.Yield()
        stop.Wait()
    }

let invoked (action: Func<Task<int>>) = action.Invoke()

[<EntryPoint>]
let main _ =
    let shop = Shop("Ada")

    let calls: Task list =
        [ shop.Buy("Grace")
          waits ()
          sums ()
          runs (new ManualResetEventSlim())
          invoked (Func<Task<int>>(fun () -> task { return! never.Task })) ]

    Console.WriteLine("ready")
    Console.ReadLine() |> ignore
    GC.KeepAlive(calls)
    0
