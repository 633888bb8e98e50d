Imports System
Imports System.Threading
Imports System.Threading.Tasks

Namespace Night

    Public Class Shop
        Private Shared ReadOnly s_never As New TaskCompletionSource(Of Integer)

        Private ReadOnly _gate As New SemaphoreSlim(1)

        Public Async Function Price(number As Integer) As Task(Of Integer)
            Dim discount = Await s_never.Task
            Return number - discount
        End Function

        Public Async Function Buy(customer As String) As Task(Of Integer)
            Await _gate.WaitAsync()
            Dim sum = Await Price(7)
            _gate.Release()
            Console.WriteLine(customer)
            Return sum
        End Function

        Public Async Sub Watches()
            Await New ValueTask(s_never.Task)
        End Sub

        Public Async Function Runs(ends As ManualResetEventSlim) As Task
            Await Task.Yield()
            ends.Wait()
        End Function

        Public Function Invoked(number As Integer) As Task
            Dim action As Func(Of Task) = Async Function()
                                              Await s_never.Task
                                              Console.WriteLine(number)
                                          End Function
            Return action()
        End Function
    End Class

    Public Module Program
        Public Sub Main()
            Dim shop As New Shop()
            Dim calls = {CType(shop.Buy("Grace"), Task), shop.Buy("Ada"), shop.Runs(New ManualResetEventSlim()), shop.Invoked(3)}
            shop.Watches()
            Console.WriteLine("ready")
            Console.ReadLine()
            GC.KeepAlive(calls)
        End Sub
    End Module
End Namespace
