using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

public static class Program
{
    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public static async Task Main(string[] arguments)
    {
        var name = arguments[0];
        await Task.CompletedTask.ContinueWith(t => Reflecting.Told(name));
        Console.WriteLine(await Awaiting.Tell(name));
        await Task.CompletedTask.ContinueWith(t => Console.WriteLine($"{name} {arguments.Length}"));
        await Virtual.Call(new Called(), new Derived(), new Generic<string>());
        await Task.CompletedTask.ContinueWith(t => Console.WriteLine($"{new AccessedParameters().Captured<Version>(t, name).IsFaulted}"));
    }
}
