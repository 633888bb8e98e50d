Imports System.Threading.Tasks

Public Class Calls
    Public Async Function SumAsync(a As Integer, b As Integer) As Task(Of Integer)
        Dim sum = a + b
        Await Task.Yield()
        Return sum
    End Function

    Public Function Logged(task As Task, text As String) As Task
        Return task.ContinueWith(Sub(t) System.Console.WriteLine(text))
    End Function
End Class

Module Program
    Sub Main()
        Dim written = New Calls().Logged(Task.CompletedTask, "written")
        written.Wait()
        System.Console.WriteLine(New Calls().SumAsync(1, 2).Result)
    End Sub
End Module
