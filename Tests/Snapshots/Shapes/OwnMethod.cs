// A method of the program that only calls its delegate has a second method, which passes a state.
using System;

public static class C
{
    public static int Twice(Func<int> function) => function() + function();

    public static int Measure(string text) => Twice(() => text.Length);
}
